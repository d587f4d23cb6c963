// Loaded before anything is drawn, so that a chosen theme does not flash in.
const chosen = localStorage.getItem('kith-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
