import { describe, expect, it } from 'vitest'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { emptyForm, withFieldValue } from '../../../renderer/compose/compose-form.ts'
import { createDraftSaver, saveDelayInMs } from '../../../renderer/compose/save-drafts.ts'

function keeperWithTime() {
  const kept: [string, ComposeForm | null][] = []
  const timers: { delayInMs: number; run: () => void }[] = []
  const keeper = createDraftSaver({
    keep: (capabilityId, form) => kept.push([capabilityId, form]),
    setTimer: (delayInMs, run) => {
      const timer = { delayInMs, run }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    }
  })
  return { keeper, kept, timers }
}

describe('saving drafts', () => {
  const typed = (text: string): ComposeForm => withFieldValue(emptyForm, 'prompt', text)

  it('waits briefly after the first change, then saves the newest values of each form', () => {
    const { keeper, kept, timers } = keeperWithTime()
    keeper.change('one', typed('a'))
    keeper.change('one', typed('ab'))
    keeper.change('two', typed('x'))
    expect(kept).toEqual([])
    expect(timers.map(({ delayInMs }) => delayInMs)).toEqual([saveDelayInMs])
    timers[0]?.run()
    expect(kept).toEqual([
      ['one', typed('ab')],
      ['two', typed('x')]
    ])
    keeper.change('one', typed('abc'))
    expect(timers).toHaveLength(1)
  })

  it('happens immediately when it is flushed', () => {
    const { keeper, kept, timers } = keeperWithTime()
    keeper.change('one', typed('a'))
    keeper.flush()
    expect(kept).toEqual([['one', typed('a')]])
    expect(timers).toEqual([])
    keeper.flush()
    expect(kept).toHaveLength(1)
  })

  it('deletes the draft of a reset form, and saves a form with only a chosen mode', () => {
    const { keeper, kept } = keeperWithTime()
    keeper.change('one', emptyForm)
    keeper.change('two', { ...emptyForm, modeId: 'edit' })
    keeper.flush()
    expect(kept).toEqual([
      ['one', null],
      ['two', { ...emptyForm, modeId: 'edit' }]
    ])
  })
})
