export const API_KEYS_PATH = "/app/settings/api-keys";
