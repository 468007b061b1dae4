/** What Electron hands to listeners that may say no. */
export type PreventableEvent = { readonly defaultPrevented: boolean; readonly preventDefault: () => void }

/** An event with Electron's `preventDefault`, carrying `details` as members of its own. */
export function makePreventableEvent<Details extends object>(details: Details): PreventableEvent & Details {
  let isPrevented = false
  return Object.assign(
    Object.defineProperty({ preventDefault: () => void (isPrevented = true) }, 'defaultPrevented', {
      get: () => isPrevented,
      enumerable: true
    }) as PreventableEvent,
    details
  )
}
