import { ConfirmDialog } from "~/ui/confirm-dialog";

/** Asks before a provider is removed. Loaded when it is first asked for. */
export default function RemoveProviderDialog({
  name,
  onCancel,
  onConfirm,
}: {
  name: string;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      onConfirm={onConfirm}
      request={{
        title: `Remove ${name}?`,
        description:
          "Nobody can sign in by it any more. Members keep their accounts and choose a password by “Forgot your password?”.",
        confirmLabel: "Remove provider",
        destructive: true,
      }}
    />
  );
}
