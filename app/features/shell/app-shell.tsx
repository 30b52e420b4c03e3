import { type ReactNode, useEffect, useState } from "react";
import { useMailedConfirmation } from "~/features/accounts/use-mailed-confirmation";
import { ChecklistProgress } from "~/features/onboarding/checklist-progress";
import { AccountStart } from "~/features/privacy/account-start";
import { ShareProvider } from "~/features/sharing/share-provider";
import { SupportBanner } from "~/features/support-access/support-banner";
import { PlayerProvider, usePlayerSnapshot } from "~/player/player-provider";
import { retryingLazy } from "~/ui/retrying-lazy";
import { SkipLink } from "~/ui/skip-link";
import { BottomNavigation } from "./bottom-navigation";
import { OfflineNotice } from "./offline-notice";
import { PartBoundary } from "./part-boundary";
import { Rail } from "./rail";
import { RealtimeProvider } from "./realtime-provider";
import { ScreenCommandsProvider } from "./screen-commands";
import { ShellDataProvider } from "./shell-context";
import type { ShellData } from "./shell-data";
import { SignOutForm, submitSignOut } from "./sign-out-form";
import { useInactivitySignOut } from "./use-inactivity-sign-out";
import { useLiveDocuments } from "./use-live-documents";
import { useScreenFocus } from "./use-screen-focus";
import { useScreensAhead } from "./use-screens-ahead";
import { useSessionElsewhere } from "./use-session-elsewhere";

// Their code comes with their first use.
const PlayerBar = retryingLazy(() => import("~/player/player-bar"));
const KeysDialog = retryingLazy(() => import("./keys-dialog"));
const CommandPalette = retryingLazy(() => import("~/features/palette/command-palette"));

/** What stands around every screen of the app: navigation, player, palette, notices. */
export function AppShell({ data, children }: { data: ShellData; children: ReactNode }) {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  useSessionElsewhere(data.userId);
  useMailedConfirmation(data.email);
  useInactivitySignOut(data.inactivityTimeoutSeconds, submitSignOut);
  useScreensAhead();
  useScreenFocus();
  useShellKeys({ onPalette: () => setPaletteOpen((open) => !open), onKeys: () => setKeysOpen(true) });
  return (
    <RealtimeProvider leavePath={data.support?.kind === "visiting" ? "/app/support/leave" : "/app/sign-in"}>
      <LiveDocuments />
      <ShellDataProvider data={data}>
        <PlayerProvider>
          <ShareProvider>
            <ScreenCommandsProvider>
              <SkipLink />
              <Rail onOpenPalette={() => setPaletteOpen(true)} onOpenKeys={() => setKeysOpen(true)} />
              <div className="flex min-h-dvh flex-col pb-(--floor) md:pl-(--rail-width)">
                <SupportBanner support={data.support} />
                <OfflineNotice />
                <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
                  {children}
                </main>
              </div>
              <div
                data-player-bar
                className="fixed inset-x-0 bottom-(--nav-floor) z-20 empty:hidden md:left-(--rail-width)"
              >
                <PlayerOnceUsed />
              </div>
              <BottomNavigation />
              <SignOutForm />
              <AccountStart />
              <ChecklistProgress />
              {keysOpen && (
                <PartBoundary onUnavailable={() => setKeysOpen(false)}>
                  <KeysDialog open onOpenChange={setKeysOpen} />
                </PartBoundary>
              )}
              {paletteOpen && (
                <PartBoundary onUnavailable={() => setPaletteOpen(false)}>
                  <CommandPalette onClose={() => setPaletteOpen(false)} onOpenKeys={() => setKeysOpen(true)} />
                </PartBoundary>
              )}
            </ScreenCommandsProvider>
          </ShareProvider>
        </PlayerProvider>
      </ShellDataProvider>
    </RealtimeProvider>
  );
}

function LiveDocuments() {
  useLiveDocuments();
  return null;
}

/** Most visits begin without sound. */
function PlayerOnceUsed() {
  const { item } = usePlayerSnapshot();
  return item ? (
    <PartBoundary key={item.id}>
      <PlayerBar />
    </PartBoundary>
  ) : null;
}

/** ⌘K (Ctrl K) anywhere; `?` while nothing is typed. */
function useShellKeys({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
      } else if (event.key === "?" && !event.metaKey && !event.ctrlKey && !isTyping(event.target)) {
        event.preventDefault();
        onKeys();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
