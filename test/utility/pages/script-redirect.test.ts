import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptRedirect } from '../../../src/utility/pages/metadata/script-redirect.ts';

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
  ];
  for (const script of goesOn) assert.equal(scriptRedirect(script), '/a', script);
  const stays = [
    'if (old) { location="/a" }',
    'if (old) location="/a"',
    'function go() { location="/a" }',
    'setTimeout(go, 1); function go() { location="/a" }',
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
