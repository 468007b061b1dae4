/**
 * Headers of everything that the page is made of.
 * - No network: what it loads and asks comes from `'self'`, which is main.
 * - Styles may be written into the page: the dialog, menu and toast parts of the ui kit measure and place themselves that way. Scripts may not.
 * - `data:` and `blob:` pictures are made by the page out of what it has.
 */
export const pageHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'"
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), payment=(), display-capture=()'
}

/** Headers of a result or a draft: a file of unknown origin is shown, never run. */
export const mediaHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin'
}
