/**
 * Returns the ID of the clicked notification that made macOS start Kiln. `launchInfo`: from the `ready` event. Null if Kiln was started in
 * another way.
 */
export function launchNotificationId(launchInfo: object): string | null {
  return 'identifier' in launchInfo && typeof launchInfo.identifier === 'string' ? launchInfo.identifier : null
}
