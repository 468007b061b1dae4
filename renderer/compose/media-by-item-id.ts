import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { request } from '../bridge/kiln.ts'

/** Media of results used as inputs, by item ID. `gone` if a result can't be found or read. */
export type MediaByItemId = { readonly [item: string]: InspectedMedia | 'gone' }

const known = createStore<MediaByItemId>(() => ({}))
const asked = new Set<string>()

/** Returns the media of all results known so far. Requests the media of each result in `items` once. */
export function useItemMedia(items: readonly string[]): MediaByItemId {
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
