export interface SettingsTab {
  to: string;
  label: string;
}

/** A person's own settings, in the order in which they are shown. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  { to: "/app/settings", label: "Profile" },
  { to: "/app/settings/security", label: "Security" },
  { to: "/app/settings/sessions", label: "Sessions" },
  { to: "/app/settings/privacy", label: "Privacy" },
  { to: "/app/settings/notifications", label: "Notifications" },
  { to: "/app/settings/api-keys", label: "API keys" },
];
