import { expect, it } from "vitest";
import { backupCodeHash, newBackupCode } from "~/domains/accounts/security/backup-code";
import { deviceName, placeName } from "~/domains/accounts/security/device-name";
import { normalizePhone, phonePreview } from "~/domains/accounts/security/phone";
import { timeoutLabel } from "~/features/security/timeouts";

it.each([
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge on Windows",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
])("calls %s %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

it("puts places in words", () => {
  expect(["US-IL", "DE", "", "QX-1", "x"].map(placeName)).toEqual(["United States (IL)", "Germany", "", "QX (1)", ""]);
});

it("takes numbers as people write them, and shows their end", () => {
  expect(["+1 (555) 010-0123", "0049 30 1234567", "030 1234567", "+1", "tel:+15550100"].map(normalizePhone)).toEqual([
    "+15550100123",
    "+49301234567",
    null,
    null,
    null,
  ]);
  expect(phonePreview("+15550100123")).toBe("+•••••••••23");
});

it("makes backup codes that differ and are known however they are typed", async () => {
  const codes = new Set(Array.from({ length: 100 }, newBackupCode));
  expect(codes.size).toBe(100);
  expect(await backupCodeHash("o1iAB cdefg")).toBe(await backupCodeHash("011AB-CDEFG"));
  expect(await backupCodeHash("011AB-CDEFG")).not.toBe(await backupCodeHash("011AB-CDEFH"));
});

it("says a time by the biggest unit that fits", () => {
  expect([900, 3600, 5400, 86_400, 7 * 86_400].map(timeoutLabel)).toEqual([
    "15 minutes",
    "1 hour",
    "90 minutes",
    "1 day",
    "7 days",
  ]);
});
