import { Component, type ReactNode } from "react";
import { toast } from "sonner";
import { isNetworkFailure } from "./network-failure";

interface Props {
  children: ReactNode;
  /** What is shown is closed again, so that it can be opened anew. */
  onUnavailable?: () => void;
}

/**
 * Around a part (`retryingLazy`) whose code comes with its first use. Without a network it says so and shows nothing: the screen, or the whole
 * app around it, stays. Other faults go on to the next boundary.
 */
export class PartBoundary extends Component<Props, { error: unknown }> {
  state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  componentDidCatch(error: unknown) {
    if (!isNetworkFailure(error)) return;
    toast.error("Network error");
    this.props.onUnavailable?.();
  }

  render() {
    const { error } = this.state;
    if (error !== undefined && !isNetworkFailure(error)) throw error;
    return error === undefined ? this.props.children : null;
  }
}
