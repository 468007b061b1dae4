import { useStore } from 'zustand'
import { librarySorts } from '../../shared/library/query-defaults.ts'
import type { LibrarySort } from '../../shared/library/library.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Select } from '../ui/select.tsx'
import { Slider } from '../ui/slider.tsx'
import { changeLibraryQuery, libraryViewStore, rowHeightRange } from './library-view-store.ts'
import styles from './library-view.module.css'
import { setReportOpen } from './use-library-report.ts'

const sortText: Readonly<Record<LibrarySort, string>> = {
  newest: word('Newest first'),
  oldest: word('Oldest first'),
  stars: word('Highest rated'),
  largest: word('Largest files'),
  name: word('File name')
}

/** Sort order, grouping, tile size and a button that checks the library's files. */
export function LibraryToolbar() {
  const sort = useStore(libraryViewStore, ({ query }) => query.sort)
  const groupsRuns = useStore(libraryViewStore, ({ query }) => query.groupsRuns)
  const rowHeight = useStore(libraryViewStore, (memory) => memory.rowHeight)
  return (
    <>
      <Select
        label={say('Sort by')}
        variant="quiet"
        options={librarySorts.map((value) => ({ value, label: say(sortText[value]) }))}
        value={sort}
        onChange={(next) => changeLibraryQuery({ sort: next })}
      />
      <IconButton
        label={say('Group by run')}
        icon="batch"
        tooltipSide="bottom"
        pressed={groupsRuns}
        onClick={() => changeLibraryQuery({ groupsRuns: !groupsRuns, run: null })}
      />
      <div className={styles.size}>
        <Slider
          label={say('Tile size')}
          min={rowHeightRange.least}
          max={rowHeightRange.most}
          step={rowHeightRange.step}
          value={rowHeight}
          valueText={say('Row height: {rowHeight} pixels', { rowHeight })}
          onChange={(next) => libraryViewStore.setState({ rowHeight: next })}
        />
      </div>
      <IconButton label={say('Check library files')} icon="activity" tooltipSide="bottom" onClick={() => setReportOpen(true)} />
    </>
  )
}
