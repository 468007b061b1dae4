import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LibraryCollection } from '../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import { SidebarCollections } from '../../../renderer/app/sidebar-collections.tsx'
import { libraryViewStore } from '../../../renderer/library/library-view-store.ts'
import { itemDragType, startNativeDrag } from '../../../renderer/media/item-drag.ts'
import { navigate, routeStore } from '../../../renderer/navigation/route.ts'
import { aTile } from '../library/a-tile.ts'
import { fakeBridge } from '../fake-bridge.ts'

const clientB: LibraryCollection = { id: 2, name: 'Client B', count: 12, createdAt: 0 }
const clientA: LibraryCollection = { id: 1, name: 'Client A', count: 3, createdAt: 0 }
const change = vi.fn<(input: { readonly keys: readonly number[]; readonly addTo?: number | undefined }) => void>()

function open(collections: readonly LibraryCollection[]): void {
  fakeBridge({
    'library.collections': () => ({ ok: true, value: collections }),
    'library.item': ({ id }) => ({
      ok: true,
      value: { ...aTile({ key: Number(id.slice(-1)), id }), recipe: null, sha256: '', children: [], outputs: [id] }
    }),
    'result.dragOut': () => ({ ok: true, value: null }),
    'library.change': (input) => {
      change(input)
      return { ok: true, value: { token: 'token', count: input.keys.length, isStopped: false } }
    }
  })
  // Simulates a window that is wide enough for names.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  render(<SidebarCollections isInLibrary />)
}

const dragOf = (types: Readonly<Record<string, string>>) => ({
  dataTransfer: { types: Object.keys(types), getData: (type: string) => types[type] ?? '', dropEffect: 'none' }
})

beforeEach(() => {
  change.mockReset()
  navigate({ view: 'queue', taskId: null })
  libraryViewStore.setState({ query: { ...unfilteredQuery, sort: 'name', search: 'vase' } })
})

describe('the collections in the sidebar', () => {
  it('are absent without collections', async () => {
    open([])
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
  })

  it('are sorted by name and have their number of items', async () => {
    open([clientB, clientA])
    const links = await screen.findAllByRole('button')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Client A3', 'Client B12'])
  })

  it('open the library with the items of the collection, in the chosen order', async () => {
    open([clientA])
    await userEvent.click(await screen.findByRole('button', { name: /^Client A/ }))
    expect(routeStore.getState().route).toEqual({ view: 'library' })
    expect(libraryViewStore.getState().query).toEqual({ ...unfilteredQuery, sort: 'name', collection: 1 })
    expect(screen.getByRole('button', { name: /^Client A/ }).getAttribute('aria-current')).toBe('page')
  })

  it('add results that are dropped on them, and nothing else', async () => {
    open([clientA, clientB])
    const link = await screen.findByRole('button', { name: /^Client B/ })
    expect(fireEvent.dragOver(link, dragOf({ Files: '' }))).toBe(true)
    fireEvent.drop(link, dragOf({ Files: '' }))
    // `fireEvent` returns false if a listener handled the event.
    expect(fireEvent.dragOver(link, dragOf({ [itemDragType]: 'item-4 item-7' }))).toBe(false)
    fireEvent.drop(link, dragOf({ [itemDragType]: 'item-4 item-7' }))
    await waitFor(() => expect(change).toHaveBeenCalledTimes(1))
    expect(change.mock.calls[0]?.[0]).toMatchObject({ keys: [4, 7], addTo: 2 })
  })

  it('add results of a system drag, which carries files', async () => {
    open([clientA])
    const link = await screen.findByRole('button', { name: /^Client A/ })
    await startNativeDrag(['item-5'], new Uint8Array())
    fireEvent.drop(link, dragOf({ Files: '' }))
    await waitFor(() => expect(change).toHaveBeenCalledTimes(1))
    expect(change.mock.calls[0]?.[0]).toMatchObject({ keys: [5], addTo: 1 })
    // A pointer move without a pressed button ends the drag.
    fireEvent.pointerMove(window, { buttons: 0 })
  })
})
