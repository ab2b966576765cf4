/** The look of the page that shows the service's description. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#0a6}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line)}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.2rem 0}
a{color:inherit}main{padding:1rem 2rem;max-width:70rem}
h1 small{font-weight:400;opacity:.6}h2{margin-top:2.5rem}h3{margin:1rem 0 .3rem;font-size:1em}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:0 .8rem}
details[open]{padding-bottom:.8rem}summary{cursor:pointer;padding:.5rem 0}summary span{opacity:.75}
summary b{display:inline-block;min-width:3.2rem;font-size:.8em}.get{color:var(--accent)}.post{color:#c60}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-top:1px solid var(--line)}
th{border:0;opacity:.6;font-weight:400}code{font-size:.9em;overflow-wrap:anywhere}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}
`
