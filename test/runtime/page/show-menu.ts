export type DrawnMenuItem = {
  readonly label: string
  readonly keys: string
  readonly isEnabled: boolean
  readonly isLine: boolean
  /** The submenu's items. Null if this item has no submenu. */
  readonly items: readonly DrawnMenuItem[] | null
}

/**
 * Draws a menu over the page, because the stand-in can't open a system menu. Resolves to the chosen item's index at each menu level.
 * Resolves to null if the menu was closed.
 * Pointer, arrow keys, Enter and Escape work. As with a system menu, the focus doesn't move.
 * This function is injected into the isolated world as source text. It must not use anything outside itself.
 */
export function showMenu(items: readonly DrawnMenuItem[], x: number, y: number): Promise<readonly number[] | null> {
  type Level = {
    readonly box: HTMLElement
    readonly items: readonly DrawnMenuItem[]
    readonly rows: readonly HTMLElement[]
    active: number
  }
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :host { all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh; color-scheme: inherit; -webkit-app-region: no-drag; }
    .box { position: fixed; min-width: 200px; max-height: calc(100vh - 16px); overflow: auto; padding: 4px; box-sizing: border-box;
      border: 1px solid light-dark(#0002, #fff2); border-radius: 8px; background: light-dark(#fcfbfa, #2d2b29);
      color: light-dark(#222, #eee); font: 13px/20px system-ui, sans-serif; box-shadow: 0 8px 24px #0005; cursor: default; }
    .row { display: flex; gap: 24px; padding: 4px 10px; border-radius: 5px; white-space: nowrap; }
    .row span:first-child { flex: 1; }
    .row span:last-child { opacity: .65; }
    .active { background: light-dark(#0001, #fff2); }
    .grey { opacity: .45; }
    .line { height: 1px; margin: 4px 8px; background: light-dark(#0002, #fff2); }`)
  root.adoptedStyleSheets = [sheet]
  const levels: Level[] = []

  return new Promise((resolve) => {
    const finish = (path: readonly number[] | null): void => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('blur', leave)
      host.remove()
      resolve(path)
    }
    const leave = (): void => finish(null)
    const closeFrom = (depth: number): void => {
      for (const { box } of levels.splice(depth)) box.remove()
    }
    const mark = (depth: number, active: number): void => {
      const level = levels[depth]
      if (level === undefined) return
      closeFrom(depth + 1)
      level.active = active
      level.rows.forEach((row, at) => row.classList.toggle('active', at === active))
      level.rows[active]?.scrollIntoView({ block: 'nearest' })
    }
    const enter = (depth: number): void => {
      const level = levels[depth]
      const item = level?.items[level.active]
      if (level === undefined || item === undefined || !item.isEnabled || item.isLine) return
      if (item.items === null) return finish(levels.slice(0, depth + 1).map(({ active }) => active))
      const edge = (level.rows[level.active] as HTMLElement).getBoundingClientRect()
      closeFrom(depth + 1)
      open(item.items, edge.right + 2, edge.top - 5)
    }
    const open = (list: readonly DrawnMenuItem[], left: number, top: number): void => {
      const depth = levels.length
      const box = document.createElement('div')
      box.className = 'box'
      // Only a press outside all boxes closes the menu.
      box.addEventListener('pointerdown', (event) => event.stopPropagation())
      const rows = list.map((item, at) => {
        const row = document.createElement('div')
        row.className = item.isLine ? 'line' : `row${item.isEnabled ? '' : ' grey'}`
        if (!item.isLine) {
          for (const text of [item.label, item.items === null ? item.keys : '›']) {
            const words = document.createElement('span')
            words.textContent = text
            row.append(words)
          }
          row.addEventListener('pointerenter', () => {
            mark(depth, at)
            if (item.items !== null) enter(depth)
          })
          row.addEventListener('click', () => enter(depth))
        }
        box.append(row)
        return row
      })
      levels.push({ box, items: list, rows, active: -1 })
      root.append(box)
      const { width, height } = box.getBoundingClientRect()
      box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
      box.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`
    }
    const step = (by: 1 | -1): void => {
      const depth = levels.length - 1
      const { items: list, active } = levels[depth] as Level
      // Moving up without an active item starts at the last item.
      for (let at = active === -1 && by === -1 ? -1 : active + by, tries = 0; tries < list.length; at += by, tries++) {
        const place = (at + list.length) % list.length
        if (list[place]?.isLine === false) return mark(depth, place)
      }
    }
    const press = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const depth = levels.length - 1
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else if (event.key === 'Enter' || event.key === ' ') enter(depth)
      else if (event.key === 'ArrowRight' && levels[depth]?.items[levels[depth].active]?.items) {
        enter(depth)
        step(1)
      } else if (event.key === 'ArrowLeft' && depth > 0) closeFrom(depth)
      else if (event.key === 'Escape') {
        if (depth > 0) closeFrom(depth)
        else leave()
      }
    }
    host.addEventListener('pointerdown', leave)
    host.popover = 'manual'
    document.documentElement.append(host)
    host.showPopover()
    open(items, x, y)
    window.addEventListener('keydown', press, true)
    window.addEventListener('blur', leave)
  })
}
