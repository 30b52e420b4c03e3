/** The dialog in which a voice is chosen, which is no part of a screen's first script. */
export const loadVoicePicker = () => import("./voice-picker");
