/**
 * Converts an app URL to the URL that the page has in Chromium. For example, `app://kiln/x` becomes `https://kiln.app.invalid/x`. DevTools
 * can't register new schemes in Chromium. The page's URL is a secure context with its own origin, and its host name never resolves. The
 * main process sees only app URLs.
 */
export function toPageUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/i.exec(url)
  if (!match || isWebScheme(match[1] as string)) return url
  return `https://${match[2]}.${(match[1] as string).toLowerCase()}.invalid${match[3] || '/'}`
}

/** Converts a page URL back to the app URL. URLs that don't have an app scheme are unchanged. */
export function toAppUrl(url: string): string {
  const match = /^(blob:)?https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(.*)$/i.exec(url)
  return match ? `${match[1] ?? ''}${match[3]}://${match[2]}${match[4]}` : url
}

/** Returns the app scheme of a page URL. Null if the URL doesn't have an app scheme. */
export function appScheme(pageAddress: string): string | null {
  const appAddress = toAppUrl(pageAddress)
  return appAddress === pageAddress || pageAddress.startsWith('blob:') ? null : (appAddress.split(':')[0] as string)
}

export function isWebScheme(scheme: string): boolean {
  return [
    'http',
    'https',
    'ws',
    'wss',
    'file',
    'about',
    'data',
    'blob',
    'javascript',
    'chrome',
    'devtools',
    'chrome-error',
    'view-source'
  ].includes(scheme.toLowerCase())
}

/**
 * Adds sources that Chromium can match to a content security policy. For example, `media:` becomes `media: https://*.media.invalid`.
 * `'self'` is unchanged.
 */
export function toPagePolicy(policy: string): string {
  return policy.replace(/(?<=[\s;])([a-z][a-z0-9+-]*):(\/\/[^\s;]*)?(?=[\s;]|$)/g, (source, scheme: string, host: string | undefined) => {
    if (isWebScheme(scheme)) return source
    return host === undefined ? `${source} https://*.${scheme}.invalid` : `${source} ${toPageUrl(source)}`
  })
}
