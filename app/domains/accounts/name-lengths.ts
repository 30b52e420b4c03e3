/** How many characters the names have at most that people give. */
export const PUBLIC_NAME_MAX_CHARACTERS = 50;
export const API_KEY_NAME_MAX_CHARACTERS = 100;
export const PASSKEY_NAME_MAX_CHARACTERS = 60;
export const PROVIDER_NAME_MAX_CHARACTERS = 60;
