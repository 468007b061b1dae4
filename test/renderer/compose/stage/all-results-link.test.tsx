import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AllResultsLink } from '../../../../renderer/compose/stage/all-results-link.tsx'
import { libraryViewStore, openLibraryWith } from '../../../../renderer/library/library-view-store.ts'
import { navigate, routeStore } from '../../../../renderer/navigation/route.ts'
import { unfilteredQuery } from '../../../../shared/library/query-defaults.ts'
import { fakeBridge } from '../../fake-bridge.ts'

/** Answers a query for the capability `upscaler` with this number of items. */
function bridgeWith(count: number): void {
  fakeBridge({
    'library.query': ({ capabilities }) => ({
      ok: true,
      value: {
        revision: 1,
        total: 900,
        keys: new Uint32Array(capabilities.length === 1 && capabilities[0] === 'upscaler' ? count : 900),
        ratios: new Uint16Array(count),
        days: []
      }
    })
  })
}
const show = (isSettled = true) =>
  render(<AllResultsLink capabilityId="upscaler" isSettled={isSettled} onShowAll={(id) => openLibraryWith({ capabilities: [id] })} />)

describe('the link to all results of a form', () => {
  it('counts them, and opens the library with only these', async () => {
    bridgeWith(214)
    navigate({ view: 'gallery' })
    libraryViewStore.setState({ query: { ...unfilteredQuery, search: 'vase', sort: 'stars' } })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'All 214 in Library' }))
    expect(routeStore.getState().route).toEqual({ view: 'library' })
    expect(libraryViewStore.getState().query).toEqual({ ...unfilteredQuery, sort: 'stars', capabilities: ['upscaler'] })
  })

  it('is only a space while the view opens', () => {
    bridgeWith(214)
    show(false)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
