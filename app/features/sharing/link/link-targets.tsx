import { clsx } from "clsx";
import { lazy, Suspense, useId, useState } from "react";
import { Button, buttonClass } from "~/ui/button";
import { QrCode as QrIcon, Share2 } from "~/ui/icons";
import { Skeleton } from "~/ui/skeleton";
import { socialTargets } from "../share-address";
import { BrandIcon } from "./brand-icon";
import { shareNatively } from "./hand-over";

/** All in one row where there is room for it. */
const TARGET = "xs:grow xs:px-2.5";

const QrCode = lazy(() => import("./qr-code"));

/** Other ways out: the device's own, other sites, a picture for a camera; none while the link leads nowhere. */
export function LinkTargets({ address, isOpen }: { address: string; isOpen: boolean }) {
  const [qrOpen, setQrOpen] = useState(false);
  const showsQr = qrOpen && isOpen;
  const qrId = useId();
  return (
    <>
      <ul aria-label="Share through" className="grid grid-cols-2 gap-2 xs:flex xs:flex-wrap xs:gap-1.5">
        <li className="contents">
          <Button className={TARGET} disabled={!isOpen} onClick={() => void shareNatively(address)}>
            <Share2 size={15} aria-hidden="true" />
            Share
          </Button>
        </li>
        {socialTargets(address).map(({ id, label, address: target }) => (
          <li key={id} className="contents">
            {isOpen ? (
              <a href={target} target="_blank" rel="noreferrer" className={buttonClass("secondary", "medium", TARGET)}>
                <BrandIcon brand={id} />
                {label}
              </a>
            ) : (
              <Button className={TARGET} disabled>
                <BrandIcon brand={id} />
                {label}
              </Button>
            )}
          </li>
        ))}
        <li className="contents">
          <Button
            className={clsx(TARGET, "max-xs:col-span-2")}
            disabled={!isOpen}
            aria-expanded={showsQr}
            aria-controls={showsQr ? qrId : undefined}
            onClick={() => setQrOpen((open) => !open)}
          >
            <QrIcon size={15} aria-hidden="true" />
            QR code
          </Button>
        </li>
      </ul>
      {showsQr && (
        <div id={qrId} className="flex justify-center">
          <Suspense fallback={<Skeleton className="size-44" />}>
            <QrCode address={address} />
          </Suspense>
        </div>
      )}
    </>
  );
}
