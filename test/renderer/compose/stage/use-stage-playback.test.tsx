import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StageOutput, StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import { useStageList } from '../../../../renderer/compose/stage/use-stage-list.ts'
import { useStagePlayback } from '../../../../renderer/compose/stage/use-stage-playback.ts'
import { aTask } from '../../a-task.ts'

const task = aTask({ id: 'a' })
const outputs: readonly StageOutput[] = Array.from({ length: 100 }, (_, index) => ({ kind: 'pending', key: `a ${index}`, index, task }))
/** A batch of 100 rows. Each line of eight outputs is a separate row of the list. */
const batch: StageRun = { key: 'batch', tasks: [task, ...Array.from({ length: 99 }, () => task)], previous: null, outputs, ratio: 1 }
const runs = [batch]
const atFirst = { run: 0, output: 0 }

const focused = vi.fn<(output: StageOutput) => void>()
const outputAt = (index: number): StageOutput => outputs[index] as StageOutput

/** Shows the outputs 2 and 3 as media elements, with buttons that play and close them. */
function Stage({ shown = runs }: { readonly shown?: readonly StageRun[] }) {
  const { scroller, isNear } = useStageList(shown, atFirst, true, () => undefined)
  const { key, play, close, playOnlyOne } = useStagePlayback(shown, isNear, focused)
  return (
    <div ref={scroller} data-testid="scrolled" onPlayCapture={playOnlyOne}>
      <output>{key}</output>
      {[2, 3].map((index) => (
        <button key={index} type="button" onClick={() => play(outputAt(index))} onDoubleClick={() => close(outputAt(index))}>
          {index}
        </button>
      ))}
      {[2, 3].map((index) => (
        <span key={index} data-output={`a ${index}`}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- an element without a file */}
          <audio data-testid={`audio ${index}`} />
        </span>
      ))}
    </div>
  )
}

const playing = (): string | null => screen.getByRole('status').textContent
const play = (index: number): boolean => fireEvent.click(screen.getByRole('button', { name: String(index) }))

describe('playback on the stage', () => {
  beforeEach(() => {
    for (const name of ['clientWidth', 'offsetWidth'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(800)
    for (const name of ['clientHeight', 'offsetHeight'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(400)
    focused.mockClear()
  })
  afterEach(() => vi.restoreAllMocks())

  it('is of one output at a time, and pauses the others', () => {
    const paused: (string | undefined)[] = []
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
      paused.push(this.dataset['testid'])
    })
    render(<Stage />)
    play(2)
    fireEvent.play(screen.getByTestId('audio 2'))
    expect([playing(), paused]).toEqual(['a 2', ['audio 3']])
    play(3)
    expect(playing()).toBe('a 3')
    fireEvent.play(screen.getByTestId('audio 2'))
    expect([playing(), paused]).toEqual(['', ['audio 3', 'audio 3']])
  })

  it('ends when the user closes the player, and the output gets the focus', () => {
    render(<Stage />)
    play(2)
    fireEvent.doubleClick(screen.getByRole('button', { name: '2' }))
    expect(playing()).toBe('')
    expect(focused.mock.calls).toEqual([[outputAt(2)]])
  })

  it('ends when the output is scrolled far away or is removed, and doesn’t resume', () => {
    const { rerender } = render(<Stage />)
    const scrolled = screen.getByTestId('scrolled')
    const scrollTo = (top: number): void =>
      act(() => {
        scrolled.scrollTop = top
        scrolled.dispatchEvent(new Event('scroll'))
      })
    scrollTo(0)
    play(2)
    scrollTo(200)
    expect(playing()).toBe('a 2')
    scrollTo(1400)
    expect(playing()).toBe('')
    scrollTo(0)
    expect(playing()).toBe('')
    play(2)
    rerender(<Stage shown={[]} />)
    rerender(<Stage />)
    expect(playing()).toBe('')
    expect(focused).not.toHaveBeenCalled()
  })
})
