import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { KnownMedia } from '../../shared/media-facts.ts'
import { request } from './kiln.ts'

/** What stands behind a result that is used as input; `gone`: it is not in the library any more. */
export type ItemMedia = { readonly [item: string]: KnownMedia | 'gone' }

const known = createStore<ItemMedia>(() => ({}))
const asked = new Set<string>()

/** What is known of these results. Those that nobody asked about yet are asked about. */
export function useItemMedia(items: readonly string[]): ItemMedia {
  const names = items.join(' ')
  useEffect(() => {
    for (const item of names.split(' ')) if (item !== '') void look(item)
  }, [names])
  return useStore(known)
}

async function look(item: string): Promise<void> {
  if (asked.has(item)) return
  asked.add(item)
  const outcome = await request('media.inspectItem', { id: item })
  known.setState({ [item]: outcome.ok ? outcome.value : 'gone' })
}
