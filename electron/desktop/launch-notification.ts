/** Returns the ID of the clicked notification that made macOS start Kiln, from the `ready` event. Null if Kiln was started otherwise. */
export function launchNotification(launchInfo: object): string | null {
  return 'identifier' in launchInfo && typeof launchInfo.identifier === 'string' ? launchInfo.identifier : null
}
