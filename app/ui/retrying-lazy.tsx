import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

interface Source<Props> {
  /** What was loaded, or is being loaded. */
  part: ComponentType<Props>;
}

/**
 * As React's `lazy` with its `Suspense`, but what could not be loaded is asked for again when it is shown again: React keeps
 * the failure, so that a dialog which was first opened without a network could not be opened until the page is loaded anew.
 */
export function retryingLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const anew = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        source.part = anew();
        throw error;
      }),
    ) as unknown as ComponentType<Props>;
  const source: Source<Props> = { part: anew() };
  return (props) => <Shown source={source} fallback={fallback} props={props} />;
}

function Shown<Props extends object>({
  source,
  fallback,
  props,
}: {
  source: Source<Props>;
  fallback: ReactNode;
  props: Props;
}) {
  // Kept outside of what waits, whose own state React forgets: it would be loaded over and over.
  const [Part] = useState(() => source.part);
  return (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
