import type { LucideIcon } from "lucide-react";
import {
  Activity,
  AudioLines,
  BookOpen,
  ChartColumn,
  Clock,
  House,
  KeyRound,
  Settings,
  ShieldCheck,
  ToggleRight,
} from "~/ui/icons";

export interface Destination {
  to: string;
  label: string;
  /** Where the label has to be short (bottom navigation). */
  shortLabel: string;
  icon: LucideIcon;
  /** Only this very address counts as here, not what lies below it. */
  exact?: boolean;
  /** A page outside the app: loaded as a document. */
  outside?: boolean;
}

/** What exists, in the order in which it is shown. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/app/home", label: "Home", shortLabel: "Home", icon: House },
  {
    to: "/app/speech-synthesis/text-to-speech",
    label: "Text to speech",
    shortLabel: "Speech",
    icon: AudioLines,
    exact: true,
  },
  { to: "/app/speech-synthesis/text-to-speech/history", label: "History", shortLabel: "History", icon: Clock },
  { to: "/app/usage", label: "Usage", shortLabel: "Usage", icon: ChartColumn },
];

export const DEVELOPER_DESTINATIONS: readonly Destination[] = [
  { to: "/app/settings/api-keys", label: "API keys", shortLabel: "Keys", icon: KeyRound },
  { to: "/docs/api", label: "API docs", shortLabel: "API", icon: BookOpen, outside: true },
];

/** What holds for the whole workspace; admins only. */
export const WORKSPACE_DESTINATIONS: readonly Destination[] = [
  { to: "/app/workspace/security", label: "Security", shortLabel: "Security", icon: ShieldCheck },
  { to: "/app/settings/features", label: "Features", shortLabel: "Features", icon: ToggleRight },
  { to: "/app/settings/analytics", label: "Analytics", shortLabel: "Analytics", icon: Activity },
];

/** What is a person's own; reached by their menu. */
export const OWN_DESTINATIONS: readonly Destination[] = [
  { to: "/app/settings", label: "Settings", shortLabel: "Settings", icon: Settings, exact: true },
];
