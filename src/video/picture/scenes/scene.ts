import { barsScene } from './bars.ts';
import { comparisonScene } from './comparison.ts';
import { definitionScene } from './definition.ts';
import { diagramScene } from './diagram.ts';
import { endScene } from './end.ts';
import { lineChartScene } from './line-chart.ts';
import { listScene } from './list.ts';
import { mapScene } from './map.ts';
import { numberScene } from './number.ts';
import type { Part } from './part.ts';
import { photoScene } from './photo.ts';
import { pictureScene } from './picture.ts';
import { processScene } from './process.ts';
import { quoteScene } from './quote.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectScene } from './subject.ts';
import { timelineScene } from './timeline.ts';
import { titleScene } from './title.ts';
import { versusScene } from './versus.ts';

/** Lays out a beat's scene by its kind: the parts and their resting positions, before anything is painted. */
export function layOut(setting: SceneInput): Part[] {
  const { scene } = setting.beat;
  if (setting.image) return photoScene(setting, setting.image);
  switch (scene.kind) {
    case 'title':
      return titleScene(setting);
    case 'subject':
      return subjectScene(setting, scene.facts);
    case 'comparison':
      return comparisonScene(setting, scene);
    case 'list':
      return listScene(setting, scene);
    case 'number':
      return numberScene(setting, scene);
    case 'timeline':
      return timelineScene(setting, scene.points);
    case 'quote':
      return quoteScene(setting, scene);
    case 'diagram':
      return diagramScene(setting, scene);
    case 'process':
      return processScene(setting, scene);
    case 'bars':
      return barsScene(setting, scene);
    case 'line':
      return lineChartScene(setting, scene);
    case 'map':
      return mapScene(setting, scene);
    case 'versus':
      return versusScene(setting, scene);
    case 'definition':
      return definitionScene(setting, scene);
    case 'picture':
      return pictureScene(setting, scene.pictures);
    case 'end':
      return endScene(setting);
  }
}
