/**
 * Apps open links in embedded views, where some providers refuse logins: the app could read what a person types there
 * (RFC 8252, section 8.12; Google's error is `disallowed_useragent`).
 */

/** Recognised by their user agent. The last two match in-app browsers without a name. */
const APPS: readonly [pattern: RegExp, name: string][] = [
  [/Instagram/, 'Instagram'],
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/\bLine\//, 'LINE'],
  [/MicroMessenger/, 'WeChat'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/\bTwitter/, 'X'],
  [/LinkedInApp/, 'LinkedIn'],
  [/musical_ly|Bytedance|TikTok/i, 'TikTok'],
  [/Snapchat/, 'Snapchat'],
  [/Pinterest/, 'Pinterest'],
  [/; wv\)/, ''],
  [/\((iPhone|iPad|iPod)[^)]*\) AppleWebKit(?!.* Safari\/)/, ''],
]

/** Providers that refuse in-app browsers, except the one of their own app. */
const REFUSING: Readonly<Record<string, string>> = { google: '', facebook: 'Facebook' }

/**
 * The app whose view this is, if the provider refuses it.
 *
 * @returns Its name; `''` for one without.
 */
export function refusedApp(
  typeOfLogin: string,
  userAgent = navigator.userAgent,
): string | undefined {
  const own = Object.hasOwn(REFUSING, typeOfLogin) ? REFUSING[typeOfLogin] : undefined
  const [, name] = APPS.find(([pattern]) => pattern.test(userAgent)) ?? []
  const isRefused = own !== undefined && name !== undefined && (name === '' || name !== own)
  return isRefused ? name : undefined
}
