/**
 * Channels of the requests. The page can use only `page`. Only the preload script uses `path`, for requests with paths from the system. The
 * names of the requests aren't listed here, because main rejects unknown names anyway.
 */
export const requestChannels = { page: 'kiln:request', path: 'kiln:path-request' } as const
export type RequestChannel = (typeof requestChannels)[keyof typeof requestChannels]

/** Returns the channel of an event. */
export function eventChannel(name: string): string {
  return `kiln:event:${name}`
}
