import { app, BrowserWindow, protocol } from 'electron'
console.log('main')
protocol.registerSchemesAsPrivileged([{scheme:'app',privileges:{standard:true,secure:true,supportFetchAPI:true}}])
app.whenReady().then(()=>{
  protocol.handle('app', () => new Response('<title>Hi</title><h1>Hello</h1>', {headers:{'content-type':'text/html'}}))
  const w = new BrowserWindow({width:900,height:700})
  w.loadURL('app://kiln/').then(()=>console.log('loaded', w.webContents.getURL()))
})
