import { act, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ActionPrice } from '../../../renderer/actions/action-price.tsx'
import type { ResultAction } from '../../../renderer/actions/result-actions.ts'
import { actionValues, resultActions } from '../../../renderer/actions/result-actions.ts'
import { canCombineInputs } from '../../../renderer/actions/can-combine-inputs.ts'
import { session } from '../../../renderer/bridge/session.ts'
import { estimateCredits } from '../../../shared/form/pricing.ts'
import { openSettingsSession } from '../settings/open-settings-session.ts'
import { practiceCapabilities } from './practice-capabilities.ts'

describe('the price of an action on several results', () => {
  it('is the price of what is sent, for each choice in the settings', () => {
    const settings = openSettingsSession()()
    const itemIds = ['a.0', 'b.0', 'c.0']
    const inputs = itemIds.map((id) => ({ id, medium: 'image' as const }))
    const uses = new Map(practiceCapabilities.map(({ id }) => [id, { count: 1, values: { prompt: 'Combine these images' } }]))
    const creditsOf = (one: ResultAction, ids: readonly string[]): number =>
      estimateCredits(one.capability, actionValues(one, ids)).credits ?? 0
    const found = resultActions(practiceCapabilities, inputs, uses).find(
      (one) => canCombineInputs(one, itemIds.length) && creditsOf(one, itemIds) !== itemIds.length * creditsOf(one, ['a.0'])
    )
    if (found === undefined) throw new Error('No action is cheaper for all images in one task.')
    const action: ResultAction = { ...found, isReady: true }
    const shown = (isTogether?: boolean): string | null =>
      render(<ActionPrice action={action} itemIds={itemIds} {...(isTogether !== undefined && { isTogether })} />).container.textContent
    const [each, together] = [shown(false), shown(true)]
    expect(each).not.toBe(together)
    for (const [severalResults, price] of [
      ['ask', each],
      ['each', each],
      ['together', together]
    ] as const) {
      act(() => session.setState({ settings: { state: 'ready', value: { ...settings, severalResults } } }))
      expect(shown()).toBe(price)
    }
  })
})
