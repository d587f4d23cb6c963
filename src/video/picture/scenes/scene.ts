import { barsScene } from './bars.ts';
import { chainScene } from './chain.ts';
import { comparisonScene } from './comparison.ts';
import { definitionScene } from './definition.ts';
import { diagramScene } from './diagram.ts';
import { endScene } from './end.ts';
import { layersScene } from './layers.ts';
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
export function layOut(input: SceneInput): Part[] {
  const { scene } = input.beat;
  if (input.image) return photoScene(input, input.image);
  switch (scene.kind) {
    case 'title':
      return titleScene(input);
    case 'subject':
      return subjectScene(input, scene.facts);
    case 'comparison':
      return comparisonScene(input, scene);
    case 'list':
      return listScene(input, scene);
    case 'number':
      return numberScene(input, scene);
    case 'timeline':
      return timelineScene(input, scene.points);
    case 'quote':
      return quoteScene(input, scene);
    case 'diagram':
      return diagramScene(input, scene);
    case 'chain':
      return chainScene(input, scene.steps);
    case 'layers':
      return layersScene(input, scene.layers);
    case 'process':
      return processScene(input, scene);
    case 'bars':
      return barsScene(input, scene);
    case 'line':
      return lineChartScene(input, scene);
    case 'map':
      return mapScene(input, scene);
    case 'versus':
      return versusScene(input, scene);
    case 'definition':
      return definitionScene(input, scene);
    case 'picture':
      return pictureScene(input, scene.pictures);
    case 'end':
      return endScene(input);
  }
}
