/** An event whose listeners may prevent the default action. */
export type PreventableEvent = { readonly defaultPrevented: boolean; readonly preventDefault: () => void }

/** Creates an event with Electron's `preventDefault` and the members of `details`. */
export function createPreventableEvent<Details extends object>(details: Details): PreventableEvent & Details {
  let isPrevented = false
  return Object.assign(
    Object.defineProperty({ preventDefault: () => void (isPrevented = true) }, 'defaultPrevented', {
      get: () => isPrevented,
      enumerable: true
    }) as PreventableEvent,
    details
  )
}
