/**
 * Headers of everything that the page is made of.
 * - No network: what it loads and asks comes from `'self'`, which is main.
 * - Neither scripts nor styles may be written into the page; what the ui kit measures and places goes through the DOM's own style properties.
 * - `data:` and `blob:` pictures are made by the page out of what it has.
 * - Camera and microphone: main lets them go while a recorder is open (`capture-gate.ts`).
 */
export const pageHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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
  'Permissions-Policy':
    'camera=(self), microphone=(self), geolocation=(), usb=(), serial=(), hid=(), midi=(), payment=(), display-capture=()'
}

/** Headers of a result or a draft: a file of unknown origin is shown, never run. */
export const mediaHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin'
}
