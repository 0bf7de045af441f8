<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
  <renderer-v2 type="singleSymbol"><symbols><symbol type="fill" name="0"><layer class="SimpleFill"><Option type="Map"><Option type="QString" name="color" value="235,203,139,120"/><Option type="QString" name="outline_color" value="208,135,112,255"/></Option></layer></symbol></symbols></renderer-v2>
</qgis>
