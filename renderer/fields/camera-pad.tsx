import { say, word } from '../../shared/i18n/say.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { CameraDirection, CameraMoves } from './camera-moves.ts'
import { cameraDirections, isCurrentMove, valuesAfterMove } from './camera-moves.ts'
import styles from './camera-pad.module.css'

/** Texts that add a direction to the label of a motion type, such as “Pan, left”. */
const names: { readonly [direction in Exclude<CameraDirection, 'still'>]: string } = {
  left: word('{motion}, left'),
  right: word('{motion}, right'),
  up: word('{motion}, up'),
  down: word('{motion}, down'),
  in: word('{motion}, in'),
  out: word('{motion}, out'),
  clockwise: word('{motion}, clockwise'),
  anticlockwise: word('{motion}, anticlockwise')
}

/** SVG paths of icons, 16 by 16 pixels. */
const drawings: { readonly [direction in CameraDirection]: string } = {
  left: 'M13 8H3M7 4 3 8l4 4',
  right: 'M3 8h10M9 4l4 4-4 4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  in: 'M8 3.5v9M3.5 8h9',
  out: 'M3.5 8h9',
  clockwise: 'M12.5 5.5A5 5 0 1 0 13 8M12.8 2.5v3h-3',
  anticlockwise: 'M3.5 5.5A5 5 0 1 1 3 8M3.2 2.5v3h3',
  still: 'M4 5h8v6H4z'
}

/**
 * Buttons for the directions of a camera. Pressing the current direction clears the motion. Left and right refer to the image, so the
 * layout is the same in every language.
 */
export function CameraPad({
  label,
  moves: motion,
  values,
  onChange
}: {
  readonly label: string
  readonly moves: CameraMoves
  readonly values: Values
  readonly onChange: (value: Value | undefined) => void
}) {
  return (
    <div role="group" aria-label={say('{label}: direction', { label })} dir="ltr" className={styles.pad}>
      {cameraDirections.map((direction) => {
        const move = motion.moves.find((one) => one.direction === direction)
        if (move === undefined) return <span key={direction} />
        const isCurrent = isCurrentMove(motion, values, move)
        const name = direction === 'still' ? move.option.label : say(names[direction], { motion: move.option.label })
        return (
          <Tooltip key={direction} label={name}>
            <button
              type="button"
              aria-label={name}
              aria-pressed={isCurrent}
              className={styles.move}
              onClick={() => onChange(isCurrent ? undefined : valuesAfterMove(motion, values, move))}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={drawings[direction]} />
              </svg>
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
