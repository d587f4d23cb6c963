import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptRedirect } from '../../../../src/utility/pages/metadata/script-redirect.ts';

test('only a script that navigates by itself is a redirect', () => {
  const goesOn = [
    'location="/a"',
    'window.location.href = "/a";',
    'var x = 1; top.location.replace("/a")',
    'setTimeout(function(){ window.location="/a"; }, 0);',
    'setTimeout(() => { location.assign("/a") }, 500)',
    '(function(){ location.href="/a" })()',
    '// go\nlocation = "/a"',
    'window.onload = function () { location = "/a" }',
    'document.addEventListener("DOMContentLoaded", () => { location.replace("/a") })',
    '$(document).ready(function () { location.href = "/a" })',
    "/* now */ document.location = '\\/a'",
    `setTimeout("location.href='/a'", 0)`,
    `window.setTimeout('window.location.replace("/a");', 3000);`,
    `setTimeout("window.location = \\"/a\\"", 100)`,
    'setTimeout(go, 1); function go() { location="/a" }',
    'setTimeout("go()", 1000)\nfunction go()\n{\n  window.location = "/a"\n}',
    'function redirect() {\n  window.location.href = "/a";\n}\nredirect();',
    'window.onload = go\nfunction go() { location = "/a" }',
    '<!--\nwindow.location="/a"\n//-->',
    'var name = "x"\nlocation.href = "/a"',
    'track()\nlocation.href = "/a"',
    'window.open("/a", "_self")',
    'window.top.location.href = "/a"',
  ];
  for (const script of goesOn) assert.equal(scriptRedirect(script), '/a', script);
  const stays = [
    'if (old) { location="/a" }',
    'if (old) location="/a"',
    'function go() { location="/a" }',
    'if (old) setTimeout("location=\'/a\'", 1)',
    'function go() { location="/a" } button.onclick = go',
    'function go() { location="/a" } if (old) go()',
    'function go() { if (old) { location="/a" } } go()',
    'function a() { b() } function b() { a() } a()',
    'if (old)\n  location = "/a"',
    'for (const each of all)\n  location = "/a"',
    'const to =\n location == "/a"',
    'window.open("/a")',
    'window.open("/a", "_blank")',
    '<!-- location="/a" -->',
    'setTimeout("location.reload()", 5000)',
    'button.onclick = function(){ location="/a" }',
    'window.onload = go; f = function () { location = "/a" }',
    'addEventListener("click", load, () => { location="/a" })',
    'if (old) window.onload = function () { if (x) { location = "/a" } }',
    'addEventListener("click", () => { location="/a" })',
    'try { location="/a" } catch {}',
    'say("location=\\"/a\\"")',
    'location == "/a"',
    'location = base + "/a"',
    'location = "/a" + rest',
    '`location="/a"',
    '}}location="/a"',
  ];
  for (const script of stays) assert.equal(scriptRedirect(script), null, script);
});

test('the code of onload runs after the scripts of the page', () => {
  const declared = 'function go() { window.location = "/a"; }';
  assert.equal(scriptRedirect('', "location='/a'"), '/a');
  assert.equal(scriptRedirect(declared, 'go()'), '/a');
  assert.equal(scriptRedirect(declared, "setTimeout('go()', 2000);"), '/a');
  assert.equal(scriptRedirect(declared, 'menu()'), null);
  assert.equal(scriptRedirect('go()', declared), '/a');
});
