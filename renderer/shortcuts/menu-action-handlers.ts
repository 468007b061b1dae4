import { useEffect, useRef } from 'react'
import type { MenuActionName, MenuItemName } from '../../shared/app/menu.ts'
import { menuActionNames } from '../../shared/app/menu.ts'
import { subscribe, request } from '../bridge/kiln.ts'

/** Handlers of the actions that are available for the selection. Undefined if an action isn't available now. */
export type MenuActionHandlers = { readonly [Name in MenuActionName]?: (() => void) | undefined }

type Offer = { readonly names: readonly MenuActionName[]; readonly run: (name: MenuActionName) => void }
let offers: readonly Offer[] = []
let told = ''

/** Makes these actions available in the app menu and as shortcuts while the component is mounted. */
export function useRegisterMenuActions(actions: MenuActionHandlers): void {
  const now = useRef(actions)
  useEffect(() => {
    now.current = actions
  })
  const possible = menuActionNames.filter((name) => actions[name] !== undefined).join(' ')
  useEffect(() => {
    const offer: Offer = {
      names: menuActionNames.filter((name) => possible.split(' ').includes(name)),
      run: (name) => now.current[name]?.()
    }
    offers = [...offers, offer]
    queueMicrotask(tell)
    return () => {
      offers = offers.filter((other) => other !== offer)
      queueMicrotask(tell)
    }
  }, [possible])
}

/**
 * Calls `onChosen` for each choice from the app menu, including choices made before the page was loaded. Returns a function that stops
 * listening.
 */
export function subscribeToMenuChoices(onChosen: (name: MenuItemName) => void): () => void {
  async function take(): Promise<void> {
    const outcome = await request('menu.take')
    // Reports the choices even after listening has stopped, because main has already discarded them.
    if (outcome.ok) outcome.value.forEach(onChosen)
  }
  const stop = subscribe('menu.chosen', () => void take())
  void take()
  return stop
}

/** Returns the current handler of an action. Undefined if the action isn't available. */
export function menuActionHandler(name: MenuActionName): (() => void) | undefined {
  const offer = offers.findLast(({ names }) => names.includes(name))
  return offer === undefined ? undefined : () => offer.run(name)
}

/** Sends the names of the available actions to main, but only if they have changed. */
function tell(): void {
  const actions = menuActionNames.filter((name) => offers.some(({ names }) => names.includes(name)))
  if (actions.join(' ') === told) return
  told = actions.join(' ')
  void request('menu.offer', { actions })
}
