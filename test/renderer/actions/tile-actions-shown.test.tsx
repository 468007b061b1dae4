import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTileActionsShown } from '../../../renderer/actions/use-tile-actions-shown.ts'

function Tile() {
  const { isShown, handlers } = useTileActionsShown()
  return (
    <div {...handlers} role="gridcell" tabIndex={0}>
      {isShown && <button type="button">Upscale</button>}
    </div>
  )
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the actions of a tile', () => {
  it('appear after the pointer has rested on the tile, and disappear when it leaves', () => {
    render(<Tile />)
    fireEvent.pointerEnter(screen.getByRole('gridcell'))
    act(() => {
      vi.advanceTimersByTime(200)
    })
    expect(screen.queryByRole('button')).toBeNull()
    act(() => {
      vi.advanceTimersByTime(100)
    })
    expect(screen.getByRole('button')).toBeTruthy()
    fireEvent.pointerLeave(screen.getByRole('gridcell'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('stay hidden while the pointer moves over many tiles', () => {
    render(<Tile />)
    fireEvent.pointerEnter(screen.getByRole('gridcell'))
    act(() => {
      vi.advanceTimersByTime(200)
    })
    fireEvent.pointerLeave(screen.getByRole('gridcell'))
    act(() => {
      vi.advanceTimersByTime(500)
    })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('appear at once with the keyboard focus, and stay while the focus is on one of them', () => {
    render(<Tile />)
    act(() => screen.getByRole('gridcell').focus())
    act(() => screen.getByRole('button').focus())
    expect(screen.getByRole('button')).toBe(document.activeElement)
    act(() => screen.getByRole('button').blur())
    expect(screen.queryByRole('button')).toBeNull()
  })
})
