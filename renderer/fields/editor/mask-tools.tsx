import { useState } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { shortcutText } from '../../shortcuts/shortcut-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Slider } from '../../ui/slider.tsx'
import styles from './mask-painter.module.css'
import { brushSizes, edgeAmountLimits } from './mask-steps.ts'
import type { MaskEditor, MaskTool } from './use-mask-editor.ts'

/** Tools of the mask painter. `isBare` is true if only the mask is shown. */
export function MaskTools({
  editor,
  isBare,
  onBare
}: {
  readonly editor: MaskEditor
  readonly isBare: boolean
  readonly onBare: (isBare: boolean) => void
}) {
  const { history, tool, isErasing, brush, setTool, setErasing, setBrush, undo, redo } = editor
  return (
    <>
      <SegmentedControl<MaskTool>
        label={say('Tool')}
        shrinks
        options={[
          { value: 'brush', label: say('Brush'), icon: 'brush' },
          { value: 'box', label: say('Rectangle'), icon: 'rectangle' },
          { value: 'lasso', label: say('Lasso'), icon: 'lasso' }
        ]}
        value={tool}
        onChange={setTool}
      />
      <SegmentedControl<'paint' | 'erase'>
        label={say('Paint or erase')}
        shrinks
        options={[
          { value: 'paint', label: say('Paint'), icon: 'fill' },
          { value: 'erase', label: say('Erase'), icon: 'eraser' }
        ]}
        value={isErasing ? 'erase' : 'paint'}
        onChange={(mode) => setErasing(mode === 'erase')}
      />
      <div className={styles.brush}>
        <span className="small ink-2 cut">{say('Brush size')}</span>
        <Slider
          label={say('Brush size')}
          min={brushSizes.smallest}
          max={brushSizes.largest}
          value={brush}
          valueText={say('{brush, plural, one {# pixel} other {# pixels}}', { brush })}
          onChange={setBrush}
        />
        <span className={styles.figure}>{say('{brush, number} px', { brush })}</span>
      </div>
      <AdjustMask editor={editor} />
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
      <IconButton label={say('Show only the mask')} icon="hide" pressed={isBare} onClick={() => onBare(!isBare)} />
    </>
  )
}

/** Button for changes to the whole mask. */
function AdjustMask({ editor: { width, height, add } }: { readonly editor: MaskEditor }) {
  const [isOpen, setIsOpen] = useState(false)
  const { largest, standard } = edgeAmountLimits(width, height)
  const [by, setBy] = useState(standard)
  return (
    <Popover
      label={say('Adjust mask')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.adjust}
      trigger={<Button trailingIcon="chevron-down">{say('Adjust')}</Button>}
    >
      <div className={styles.row}>
        <Button icon="invert" onClick={() => add({ kind: 'invert' }, say('Inverted.'))}>
          {say('Invert')}
        </Button>
        <Button icon="fill" onClick={() => add({ kind: 'fill' }, say('Mask filled.'))}>
          {say('Fill everything')}
        </Button>
        <Button icon="close" onClick={() => add({ kind: 'clear' }, say('Mask cleared.'))}>
          {say('Clear')}
        </Button>
      </div>
      <div className={styles.amount}>
        <span className="small ink-2">{say('Amount')}</span>
        <Slider
          label={say('Amount')}
          min={1}
          max={largest}
          value={by}
          valueText={say('{brush, plural, one {# pixel} other {# pixels}}', { brush: by })}
          onChange={setBy}
        />
        <span className={styles.figure}>{say('{brush, number} px', { brush: by })}</span>
      </div>
      <div className={styles.row}>
        <Button onClick={() => add({ kind: 'grow', by }, say('Mask grown.'))}>{say('Grow')}</Button>
        <Button onClick={() => add({ kind: 'grow', by: -by }, say('Mask shrunk.'))}>{say('Shrink')}</Button>
        <Button onClick={() => add({ kind: 'feather', by }, say('Mask feathered.'))}>{say('Feather')}</Button>
      </div>
      <p className="small ink-3">{say('A feathered edge has greys. Not every service accepts them.')}</p>
    </Popover>
  )
}
