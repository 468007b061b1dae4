import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { StageOutputCell } from '../../../../renderer/compose/stage/stage-output-cell.tsx'
import type { StageOutput, StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import type { StageActions } from '../../../../renderer/compose/stage/use-stage-actions.ts'
import { navigate, routeStore } from '../../../../renderer/navigation/route.ts'
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx'
import type { Medium } from '../../../../shared/form/json-schema.ts'
import { aTask } from '../../a-task.ts'
import { fakeBridge, rejectedOutcome } from '../../fake-bridge.ts'
import { aResult } from '../../viewer/a-result.ts'

const actions = {} as StageActions
/** The keys of the outputs whose play button was pressed. */
let played: string[] = []

/** A run with `count` results. `currentIndex`: index of the result that has the cursor initially. Null if another run has the cursor. */
function Run({
  count,
  currentIndex,
  medium = 'image'
}: {
  readonly count: number
  readonly currentIndex: number | null
  readonly medium?: Medium
}) {
  const [current, setCurrent] = useState(currentIndex)
  const results = Array.from({ length: count }, (_, index) => aResult({ id: `r${index}`, index, medium }))
  const task = aTask({ id: 'a', results })
  const outputs = results.map((result): StageOutput => ({ kind: 'result', key: result.id, index: result.index, task, result }))
  const run: StageRun = { key: 'a', tasks: [task], previous: null, outputs, ratio: 1 }
  return (
    <TooltipProvider>
      <p>current: {current}</p>
      {outputs.map((output) => (
        <StageOutputCell
          key={output.key}
          run={run}
          output={output}
          isPlayer={false}
          isPlaying={false}
          isLarge
          isCurrent={output.index === current}
          canRate
          expected={null}
          actions={actions}
          onCurrent={() => setCurrent(output.index)}
          onPlay={() => played.push(output.key)}
          onClosePlayer={() => undefined}
        />
      ))}
    </TooltipProvider>
  )
}

const output = (number: number): HTMLElement => screen.getByRole('button', { name: `Open A red vase, ${number}` })
const opened = (): string | null => {
  const { route } = routeStore.getState()
  return route.view === 'viewer' ? route.itemId : null
}

describe('a result on the stage', () => {
  beforeEach(() => {
    fakeBridge({ 'library.item': () => rejectedOutcome('Not in the library') })
    navigate({ view: 'gallery' })
    played = []
  })

  it('becomes current with a click, and opens with a double click, if the run has several', async () => {
    render(<Run count={4} currentIndex={0} />)
    await userEvent.click(output(2))
    screen.getByText('current: 1')
    await userEvent.click(output(2))
    expect(opened()).toBe(null)
    await userEvent.dblClick(output(3))
    screen.getByText('current: 2')
    expect(opened()).toBe('r2')
  })

  it('opens with a click if it is the only one of the run at the cursor', async () => {
    render(<Run count={1} currentIndex={0} />)
    await userEvent.click(output(1))
    expect(opened()).toBe('r0')
  })

  it('becomes current with the first click and opens with the second if it is the only one of another run', async () => {
    render(<Run count={1} currentIndex={null} />)
    await userEvent.click(output(1))
    screen.getByText('current: 0')
    expect(opened()).toBe(null)
    await userEvent.click(output(1))
    expect(opened()).toBe('r0')
  })

  it('opens with Enter in every run', async () => {
    render(<Run count={2} currentIndex={0} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(opened()).toBe('r0')
  })

  it.each(['video', 'audio'] as const)('plays in its tile if it is a %s, and has no media element before', async (medium) => {
    const { container } = render(<Run count={2} currentIndex={0} medium={medium} />)
    expect(container.querySelector('audio, video')).toBe(null)
    await userEvent.click(screen.getAllByRole('button', { name: 'Play here' })[1] as HTMLElement)
    screen.getByText('current: 1')
    expect(played).toEqual(['r1'])
    expect(opened()).toBe(null)
  })

  it.each(['image', 'model', 'text'] as const)('has no play button if it is a %s', (medium) => {
    render(<Run count={2} currentIndex={0} medium={medium} />)
    expect(screen.queryByRole('button', { name: 'Play here' })).toBe(null)
  })
})
