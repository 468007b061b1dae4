import { describe, expect, it } from 'vitest'
import type { Studio, StudioEvent } from '../../electron/studio.ts'
import type { ContractMutation } from '../../electron/practice/mutable-contract.ts'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import { openSetup, standardImageGenerator, waitFor } from './open-setup.ts'

const moves: readonly ContractMutation[] = [
  { kind: 'add-capability', like: standardImageGenerator, id: 'clay-generator', title: 'Clay generator' },
  { kind: 'remove-capability', id: 'lip-sync' },
  { kind: 'set-field', capability: 'face-swap', field: 'mood', schema: { type: 'string', title: 'Mood' }, isRequired: true }
]
const differences: readonly ContractDifference[] = [
  { code: 'capabilities-added', params: { count: 1, names: { shown: ['Clay generator'], more: 0 } } },
  { code: 'capabilities-removed', params: { names: { shown: ['Lip sync'], more: 0 } } },
  { code: 'required-field-added', params: { title: 'Face swap', label: 'Mood' } }
]

function heardFrom(studio: Studio): readonly StudioEvent['kind'][] {
  const heard: StudioEvent['kind'][] = []
  studio.subscribe(({ kind }) => {
    if (kind === 'contract-change' || kind === 'capabilities') heard.push(kind)
  })
  return heard
}

describe('a contract that changes', () => {
  it('while the app runs is reported, and the capabilities are updated', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    await setup.studio.checkContract('now')
    // The first contract that Kiln reads doesn't count as a change.
    expect(setup.studio.contractChanges()).toEqual({ checkedAt: expect.any(Number), changes: [] })

    const heard = heardFrom(setup.studio)
    setup.practice.contract.move(moves)
    const contractChanges = await setup.studio.checkContract('now')
    expect(contractChanges.changes).toMatchObject([{ differences, isSeen: false }])
    expect(heard).toEqual(['contract-change', 'capabilities'])
    expect((await setup.studio.capabilities()).map(({ id }) => id)).toContain('clay-generator')
    setup.studio.markContractChangesSeen()
    expect((await setup.studio.checkContract('now')).changes).toMatchObject([{ differences, isSeen: true }])
  })

  it('while the app is closed is reported at the next start, and kept afterwards', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    await setup.studio.close()
    setup.practice.contract.move(moves)
    const studio = await setup.reopen()
    await waitFor(() => studio.contractChanges().changes.length === 1)
    expect(studio.contractChanges().changes[0]?.differences).toEqual(differences)
    const again = await setup.reopen()
    expect(again.contractChanges().changes).toHaveLength(1)
    await again.checkContract('now')
    expect(again.contractChanges().changes).toHaveLength(1)
  })

  it('is detected if the service rejects a capability that it no longer offers', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    setup.practice.contract.move([{ kind: 'remove-capability', id: standardImageGenerator }])
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a vase' } })
    await setup.until(id, 'refused')
    await waitFor(() => setup.studio.contractChanges().changes.length === 1)
    expect(setup.studio.contractChanges().changes[0]?.differences).toEqual([
      { code: 'capabilities-removed', params: { names: { shown: ['Image generator'], more: 0 } } }
    ])
    expect(setup.charges()).toBe(0)
  })

  it('is checked at most every few minutes unless the user asks', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    const before = setup.callsTo('/capabilities')
    for (let look = 0; look < 5; look += 1) await setup.studio.checkContract('when-due')
    expect(setup.callsTo('/capabilities')).toBe(before)
    const eager = await setup.reopen({ contractPauseInMs: 0 })
    setup.practice.contract.move(moves)
    expect((await eager.checkContract('when-due')).changes).toHaveLength(1)
  })

  it('that can’t be read is reported if the user asked, and changes nothing', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    await setup.practice.account.change({ keyCondition: 'revoked' })
    await expect(setup.studio.checkContract('now')).rejects.toThrow('The API definition couldn’t be loaded.')
    expect(setup.studio.contractChanges().changes).toEqual([])
  })

  it('only in hidden text reports no changes', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    const swap = (await setup.studio.capabilities()).find(({ id }) => id === 'face-swap')
    const field = swap?.inputSchema.properties?.['targetImageUrl']
    setup.practice.contract.move([
      {
        kind: 'set-field',
        capability: 'face-swap',
        field: 'targetImageUrl',
        schema: { ...field, description: 'Other help.' },
        isRequired: true
      }
    ])
    expect((await setup.studio.checkContract('now')).changes).toEqual([])
  })
})
