import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AllResultsLink } from '../../../../renderer/compose/stage/all-results-link.tsx'
import { libraryViewStore, openLibraryWith } from '../../../../renderer/library/library-view-store.ts'
import { navigate, routeStore } from '../../../../renderer/navigation/route.ts'
import type { LibraryChangedEvent } from '../../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../../shared/library/query-defaults.ts'
import { fakeBridge } from '../../fake-bridge.ts'

/**
 * Installs a bridge whose query for the capability `upscaler` finds `countOf()` items. Returns the sent requests, and a function that sends
 * an event.
 */
function bridgeWith(countOf: () => number) {
  const sent = fakeBridge({
    'library.query': ({ capabilities }) => ({
      ok: true,
      value: {
        revision: 1,
        total: 900,
        keys: new Uint32Array(capabilities.length === 1 && capabilities[0] === 'upscaler' ? countOf() : 900),
        ratios: new Uint16Array(countOf()),
        days: [],
        stacks: null
      }
    })
  })
  const listeners: ((change: LibraryChangedEvent) => void)[] = []
  vi.spyOn(window.kiln, 'listen').mockImplementation((_, listener) => {
    listeners.push(listener)
    return () => undefined
  })
  const tell = (different: Partial<LibraryChangedEvent>): Promise<void> =>
    act(async () => {
      for (const listener of listeners) listener({ revision: 2, added: [], changed: [], removed: [], isReset: false, ...different })
    })
  return { sent, tell }
}
const show = (isSettled = true) =>
  render(<AllResultsLink capabilityId="upscaler" isSettled={isSettled} onShowAll={(id) => openLibraryWith({ capabilities: [id] })} />)

describe('the link to all results of a form', () => {
  it('counts them, and opens the library with only these', async () => {
    bridgeWith(() => 214)
    navigate({ view: 'gallery' })
    libraryViewStore.setState({ query: { ...unfilteredQuery, search: 'vase', sort: 'stars' } })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'All 214 results in Library' }))
    expect(routeStore.getState().route).toEqual({ view: 'library' })
    expect(libraryViewStore.getState().query).toEqual({ ...unfilteredQuery, sort: 'stars', capabilities: ['upscaler'] })
  })

  it('counts again when items are added or removed, but not when they change', async () => {
    let count = 1
    const { sent, tell } = bridgeWith(() => count)
    show()
    await screen.findByRole('button', { name: '1 result in Library' })
    count = 2
    await tell({ changed: [1] })
    expect(sent).toEqual(['library.query'])
    await tell({ added: [2] })
    screen.getByRole('button', { name: 'All 2 results in Library' })
    count = 3
    await tell({ isReset: true })
    screen.getByRole('button', { name: 'All 3 results in Library' })
    count = 0
    await tell({ removed: [1, 2, 3] })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is only a space while the view opens', () => {
    bridgeWith(() => 214)
    show(false)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
