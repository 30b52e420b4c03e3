import { IconButton } from "./icon-button";
import { Moon, Sun } from "./icons";
import { toggleTheme } from "./toggle-theme";
import { useTheme } from "./use-theme";

export function ThemeToggle({ size }: { size?: "small" | "medium" }) {
  const dark = useTheme() === "dark";
  return (
    <IconButton
      label={dark ? "Switch to light" : "Switch to dark"}
      icon={dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
      size={size}
      onClick={toggleTheme}
    />
  );
}
