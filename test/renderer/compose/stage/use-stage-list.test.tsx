import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import { useStageList } from '../../../../renderer/compose/stage/use-stage-list.ts'
import { aTask } from '../../a-task.ts'

const task = aTask({ id: 'a' })
/** A batch of 100 rows. Each line of its outputs is a separate row of the list. */
const batch: StageRun = {
  key: 'batch',
  tasks: [task, ...Array.from({ length: 99 }, () => task)],
  previous: null,
  outputs: Array.from({ length: 100 }, (_, index) => ({ kind: 'pending', key: `a ${index}`, index, task })),
  ratio: 1
}

const runs = [batch]

function List({ output }: { readonly output: number }) {
  const { scroller, virtualizer, rows } = useStageList(runs, { run: 0, output }, true, () => undefined)
  return (
    <div ref={scroller}>
      {virtualizer.getVirtualItems().map(({ index, key }) => (
        <p key={key}>
          {rows[index]?.from} to {rows[index]?.until}
        </p>
      ))}
    </div>
  )
}

describe('the list of the stage', () => {
  beforeEach(() => {
    for (const name of ['clientWidth', 'offsetWidth'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(800)
    for (const name of ['clientHeight', 'offsetHeight'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(400)
  })
  afterEach(() => vi.restoreAllMocks())

  it('keeps the line of the output at the cursor rendered when it scrolls out of view, in its order', () => {
    const { container, rerender } = render(<List output={2} />)
    const scrolled = container.firstElementChild
    const lines = (): readonly (string | null)[] => [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(lines()).not.toContain('96 to 100')
    act(() => {
      if (scrolled !== null) scrolled.scrollTop = 1500
      scrolled?.dispatchEvent(new Event('scroll'))
    })
    expect([lines()[0], lines().at(-1)]).toEqual(['0 to 8', '96 to 100'])
    expect(lines()).not.toContain('8 to 16')
    rerender(<List output={12} />)
    expect(lines()[0]).toBe('8 to 16')
  })
})
