import { useEffect, useRef } from 'react'
import type { Deed } from '../../shared/menu.ts'
import { deedNames } from '../../shared/menu.ts'
import { request } from './kiln.ts'

/** What can be done with what is chosen; undefined: not now. */
export type MenuDeeds = { readonly [Name in Deed]?: (() => void) | undefined }

type Offer = { readonly names: readonly Deed[]; readonly run: (name: Deed) => void }
let offers: readonly Offer[] = []
let told = ''

/** Offers these to the menu of the app, and to its keys, as long as the view stands. */
export function useMenuDeeds(deeds: MenuDeeds): void {
  const now = useRef(deeds)
  useEffect(() => {
    now.current = deeds
  })
  const possible = deedNames.filter((name) => deeds[name] !== undefined).join(' ')
  useEffect(() => {
    const offer: Offer = { names: deedNames.filter((name) => possible.split(' ').includes(name)), run: (name) => now.current[name]?.() }
    offers = [...offers, offer]
    queueMicrotask(tell)
    return () => {
      offers = offers.filter((other) => other !== offer)
      queueMicrotask(tell)
    }
  }, [possible])
}

/** What doing this would be now; undefined: it can't be done. */
export function offeredDeed(name: Deed): (() => void) | undefined {
  const offer = offers.findLast(({ names }) => names.includes(name))
  return offer === undefined ? undefined : () => offer.run(name)
}

/** Once per change, however many views come and go in it. */
function tell(): void {
  const deeds = deedNames.filter((name) => offers.some(({ names }) => names.includes(name)))
  if (deeds.join(' ') === told) return
  told = deeds.join(' ')
  void request('menu.offer', { deeds })
}
