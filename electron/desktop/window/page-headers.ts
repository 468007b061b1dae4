/**
 * Headers for every file of the page.
 * - No network: the page loads and requests only from `'self'`, which the main process serves.
 * - No inline scripts or styles. The UI kit sets positions through DOM style properties, which the policy allows.
 * - The page makes `data:` and `blob:` images from existing data.
 * - Camera and microphone: the main process allows them while a recorder is open (`media-permissions.ts`).
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

/** Headers for media files. The files may be displayed, but scripts in them must not run, because their source is unknown. */
export const mediaHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin'
}
