/** Returns the ID of the clicked notification that made macOS start Kiln. `launchInfo`: from the `ready` event. Null if there is none. */
export function launchNotification(launchInfo: object): string | null {
  return 'identifier' in launchInfo && typeof launchInfo.identifier === 'string' ? launchInfo.identifier : null
}
