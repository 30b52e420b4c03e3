import { useState } from "react";
import { toast } from "sonner";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

export type Terms = "biometric" | "updated";

const TEXTS: Record<Terms, { title: string; path: string; label: string }> = {
  biometric: { title: "Your voice is biometric data", path: "/v1/user/accept-bipa-terms", label: "I agree" },
  updated: { title: "Our terms have changed", path: "/v1/user/accept-terms", label: "I agree" },
};

/**
 * Asks somebody to agree. Whoever closes it is asked again with the next page they load.
 * Source: spec 000, section 2 (updated terms), section 9 (effective May 31, 2024); spec 001, section 2 (biometric terms).
 */
export function TermsDialog({ terms, onAgreed }: { terms: Terms; onAgreed: () => void }) {
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const { title, path, label } = TEXTS[terms];

  async function agree() {
    setBusy(true);
    try {
      await apiJson(path, "POST");
      setOpen(false);
      onAgreed();
    } catch (error) {
      toast.error(toastMessageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      width="narrow"
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button variant="primary" busy={busy} onClick={() => void agree()}>
            {label}
          </Button>
        </>
      }
    >
      {terms === "biometric" ? <BiometricTerms /> : <UpdatedTerms />}
    </Dialog>
  );
}

function BiometricTerms() {
  return (
    <div className="flex flex-col gap-3">
      <p>
        In Illinois a recording of a voice counts as biometric data, and we need your consent before you upload one.
        What you record is kept to make speech for you, for as long as you keep it, and is given to nobody else.
      </p>
      <p>
        You can delete it at any time. <TermsLink hash="#biometric-data">How biometric data is treated</TermsLink>
      </p>
    </div>
  );
}

function UpdatedTerms() {
  return (
    <p>
      New terms hold from May 31, 2024. Please read them and agree, so that you can go on.{" "}
      <TermsLink hash="">Terms of use</TermsLink>
    </p>
  );
}

function TermsLink({ hash, children }: { hash: string; children: string }) {
  return (
    <a
      href={`/terms-of-use-eu${hash}`}
      target="_blank"
      rel="noreferrer"
      className="font-medium underline underline-offset-2"
    >
      {children}
    </a>
  );
}
