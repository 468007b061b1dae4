import type { ShortcutName } from '../../shared/app/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Say } from '../ui/say.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Slider } from '../ui/slider.tsx'
import styles from './mask-painter.module.css'
import { maxBrushSize, type MaskStep } from './mask-steps.ts'
import type { MaskEditor, MaskTool } from './use-mask-editor.ts'

/** Toolbar of the mask painter. `isBare` is true if only the mask is shown. */
export function MaskTools({
  editor,
  isBare,
  onBare
}: {
  readonly editor: MaskEditor
  readonly isBare: boolean
  readonly onBare: (isBare: boolean) => void
}) {
  const { width, height, history, tool, brush, setTool, setBrush, undo, redo } = editor
  const announce = useAnnounce()
  function add(step: MaskStep, words: string): void {
    editor.add(step)
    announce(words)
  }
  return (
    <div role="toolbar" aria-label={say('Painting tools')} className={styles.tools}>
      <SegmentedControl<MaskTool>
        label={say('Tool')}
        options={[
          { value: 'brush', label: say('Brush'), icon: 'brush' },
          { value: 'eraser', label: say('Eraser'), icon: 'eraser' },
          { value: 'box', label: say('Rectangle'), icon: 'rectangle' }
        ]}
        value={tool}
        onChange={setTool}
      />
      <div className={styles.brush}>
        <span className="small ink-2 cut">{say('Brush size')}</span>
        <Slider
          label={say('Brush size')}
          min={1}
          max={maxBrushSize(width, height)}
          value={brush}
          valueText={say('{brush, plural, one {# pixel} other {# pixels}}', { brush })}
          onChange={setBrush}
        />
        <span className={styles.figure}>{say('{brush, number} px', { brush })}</span>
      </div>
      <span className="grow" />
      <IconButton
        label={say('Undo')}
        icon="undo"
        notReady={history.steps.length === 0}
        shortcut={shortcutText('mask', 'undo')}
        onClick={undo}
      />
      <IconButton
        label={say('Redo')}
        icon="redo"
        notReady={history.undone.length === 0}
        shortcut={shortcutText('mask', 'redo')}
        onClick={redo}
      />
      <IconButton
        label={say('Invert')}
        icon="invert"
        shortcut={shortcutText('mask', 'invert')}
        onClick={() => add({ kind: 'invert' }, say('Inverted.'))}
      />
      <IconButton label={say('Fill everything')} icon="fill" onClick={() => add({ kind: 'fill' }, say('Mask filled.'))} />
      <IconButton label={say('Clear')} icon="trash" onClick={() => add({ kind: 'clear' }, say('Mask cleared.'))} />
      <IconButton label={say('Show only the mask')} icon="hide" pressed={isBare} onClick={() => onBare(!isBare)} />
    </div>
  )
}

export function MaskKeysHelp() {
  const key = (name: ShortcutName<'mask'>) => <Kbd>{shortcutText('mask', name)}</Kbd>
  return (
    <p className={styles.keys}>
      <Say
        text={
          'Arrow keys move the brush. Hold {shift} to move it by 1 pixel. {dab} paints a dot. {put} starts and ends a stroke or rectangle. {smaller} and {larger} change the brush size. {brush}, {eraser} and {box} switch tools. {invert} inverts the mask.'
        }
        values={{
          shift: <Kbd>Shift</Kbd>,
          dab: key('dab'),
          put: key('put'),
          smaller: key('smaller'),
          larger: key('larger'),
          brush: key('brush'),
          eraser: key('eraser'),
          box: key('box'),
          invert: key('invert')
        }}
      />
    </p>
  )
}
