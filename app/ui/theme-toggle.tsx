import { IconButton } from "./icon-button";
import { ThemeIcon } from "./theme-icon";
import { toggleTheme } from "./toggle-theme";
import { useTheme } from "./use-theme";

export function ThemeToggle({ size }: { size?: "small" | "medium" }) {
  const dark = useTheme() === "dark";
  return (
    <IconButton
      label={dark ? "Switch to light" : "Switch to dark"}
      icon={<ThemeIcon size={18} />}
      size={size}
      onClick={toggleTheme}
    />
  );
}
