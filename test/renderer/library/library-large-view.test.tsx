import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useStore } from 'zustand'
import { paletteSelection } from '../../../renderer/app/palette-selection.ts'
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx'
import { libraryTileStore } from '../../../renderer/library/grid-store.ts'
import { LibraryLargeView } from '../../../renderer/library/library-large-view.tsx'
import { changeLibraryQuery, libraryViewStore, showLarge } from '../../../renderer/library/library-view-store.ts'
import type { LibraryActions } from '../../../renderer/library/use-library-actions.ts'
import { navigate, routeStore } from '../../../renderer/navigation/route.ts'
import { fakeBridge } from '../fake-bridge.ts'
import { aTile } from './a-tile.ts'

const actions = { setStars: vi.fn<LibraryActions['setStars']>(), trash: vi.fn<LibraryActions['trash']>() }

/** Shows the large view of the items `keys`, in this order. Shows “closed” if the view is closed. */
function Shown({ keys }: { readonly keys: readonly number[] }) {
  const itemKey = useStore(libraryViewStore, (memory) => memory.largeKey)
  if (itemKey === null) return <p>closed</p>
  return (
    <TooltipProvider>
      <LibraryLargeView itemKey={itemKey} keys={Uint32Array.from(keys)} actions={actions} />
    </TooltipProvider>
  )
}

const view = (title: string): Promise<HTMLElement> => screen.findByRole('group', { name: `Large view, ${title}` })

beforeEach(() => {
  actions.setStars.mockReset()
  actions.trash.mockReset()
  libraryTileStore.put(['First', 'Second', 'Third'].map((title, index) => aTile({ key: 11 + index, title })))
  showLarge(12)
})

describe('the large view of the library', () => {
  it('has the focus and walks through the items in the order of the grid', async () => {
    render(<Shown keys={[11, 12, 13]} />)
    expect(document.activeElement).toBe(await view('Second'))
    expect(screen.getByText('2 of 3')).toBeTruthy()
    await userEvent.keyboard('{ArrowRight}')
    await view('Third')
    await userEvent.keyboard('{ArrowDown}')
    await view('Third')
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
    await view('First')
    expect(libraryViewStore.getState().currentCell).toBe('11')
  })

  it('rates the item that it shows', async () => {
    render(<Shown keys={[11, 12, 13]} />)
    await view('Second')
    await userEvent.keyboard('4')
    expect(actions.setStars.mock.calls).toEqual([[[12], 4]])
  })

  it('shows the next item after a deletion, else the previous one, and closes after the last', async () => {
    const { rerender } = render(<Shown keys={[11, 12, 13]} />)
    await view('Second')
    await userEvent.keyboard('{Delete}')
    await view('Third')
    rerender(<Shown keys={[11, 13]} />)
    await userEvent.keyboard('{Delete}')
    await view('First')
    rerender(<Shown keys={[11]} />)
    await userEvent.keyboard('{Delete}')
    expect(screen.getByText('closed')).toBeTruthy()
    expect(actions.trash.mock.calls).toEqual([[[12]], [[13]], [[11]]])
  })

  it('changes nothing until the next item is visible', async () => {
    fakeBridge({ 'library.tiles': () => new Promise(() => undefined) })
    render(<Shown keys={[11, 12, 14]} />)
    await view('Second')
    await userEvent.keyboard('{ArrowRight}')
    expect(libraryViewStore.getState().largeKey).toBe(14)
    await view('Second')
    await userEvent.keyboard('4{Delete}{Enter}')
    expect([actions.setStars.mock.calls, actions.trash.mock.calls]).toEqual([[], []])
    expect(routeStore.getState().route.view).not.toBe('viewer')
  })

  it('closes when the library shows another selection of items', () => {
    changeLibraryQuery({ collection: 1 })
    expect(libraryViewStore.getState().largeKey).toBeNull()
    changeLibraryQuery({ collection: null })
  })

  it('gives the palette its item, not the selection below it', () => {
    navigate({ view: 'library' })
    libraryViewStore.setState({ selection: { ...libraryViewStore.getState().selection, keys: new Set([11]) } })
    expect(paletteSelection().map(({ id }) => id)).toEqual([libraryTileStore.get(12)?.id])
    showLarge(null)
    expect(paletteSelection().map(({ id }) => id)).toEqual([libraryTileStore.get(11)?.id])
  })

  it('shows the item in the same place if another window deleted its item', async () => {
    const { rerender } = render(<Shown keys={[11, 12, 13]} />)
    await view('Second')
    rerender(<Shown keys={[11, 13]} />)
    expect(document.activeElement).toBe(await view('Third'))
  })

  it('opens the viewer with Enter', async () => {
    render(<Shown keys={[11, 12, 13]} />)
    await view('Second')
    await userEvent.keyboard('{Enter}')
    expect(routeStore.getState().route).toMatchObject({ view: 'viewer', itemId: 'item-12' })
  })

  it.each([' ', '{Escape}'])('closes with %j and leaves its item as the current tile', async (key) => {
    render(<Shown keys={[11, 12, 13]} />)
    await view('Second')
    await userEvent.keyboard(`{ArrowRight}${key}`)
    expect(screen.getByText('closed')).toBeTruthy()
    expect(libraryViewStore.getState().currentCell).toBe('13')
  })

  it('keeps Tab inside, and leaves the keys of its buttons to them', async () => {
    render(<Shown keys={[11, 12, 13]} />)
    const frame = await view('Second')
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
    await userEvent.tab()
    expect(frame.contains(document.activeElement)).toBe(true)
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('closed')).toBeTruthy()
  })
})
