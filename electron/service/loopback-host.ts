/** True if `hostname`, as in a parsed URL, always refers to this computer. Doesn't use DNS. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
